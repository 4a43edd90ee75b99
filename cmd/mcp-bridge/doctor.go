package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/diagnosis"
	"mcpbridge/app/netbox/doctor"
)

func newDoctor(s *session) *cobra.Command {
	return reaches(&cobra.Command{
		Use:   "doctor",
		Short: "Find out why a NetBox cannot be used as it should, and how to mend it",
		Long: `Find out why a NetBox cannot be used as it should, and how to mend it: settings,
DNS, connection, TLS, clock, API, version, credential, links, plugins, journal.
It only reads. What depends on something that failed is skipped. The exit code is
1 if a check failed, and 2 if that is the one of the settings.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.doctor(command) },
	})
}

func (s *session) doctor(command *cobra.Command) error {
	settings, err := config.Resolve(config.CLI, command.Flags(), s.env, config.Disk)
	if err != nil {
		return s.diagnosed(doctor.WithoutSettings(command.Context(), err), exitUsage)
	}
	examiner, cleanup, err := composeDoctor(settings, s.Err)
	if err != nil {
		return s.diagnosed(doctor.WithoutSettings(command.Context(), err), exitUsage)
	}
	defer cleanup()
	progress, wipe := s.Progress()
	found := examiner.Examine(command.Context(), progress)
	wipe()
	return s.diagnosed(found, exitFound)
}

// diagnosed shows a diagnosis, and ends with the code if a check failed.
func (s *session) diagnosed(d diagnosis.Diagnosis, code exitCode) error {
	show := s.style().Diagnosis
	if s.asJSON {
		show = report.DiagnosisJSON
	}
	if err := show(s.Out, d); err != nil {
		return err
	}
	if d.Failed() {
		return end(code)
	}
	return nil
}

// settingsToTell are the settings as the doctor speaks of them.
func settingsToTell(settings config.Settings) doctor.Settings {
	told := doctor.Settings{Source: "hold; the built-in demo takes the place of a NetBox", Warnings: settings.Warnings}
	for _, source := range settings.Sources {
		if source.Setting == "NETBOX_URL" && !settings.Demo {
			told.Source = "hold; NETBOX_URL is " + settings.URL + " (" + source.From + ")"
		}
	}
	return told
}
