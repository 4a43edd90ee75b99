//go:build wireinject

package main

import (
	"context"
	"io"

	"github.com/google/wire"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/adapters/terminal"
	"mcpbridge/app"
	"mcpbridge/app/ledger"
	"mcpbridge/app/netbox/contract"
	"mcpbridge/app/netbox/doctor"
	"mcpbridge/cmd/internal/bridge"
	"mcpbridge/ports"
)

// newReader composes what discovers and sends no call; log lines go to stderr.
func newReader(settings config.Settings, stderr io.Writer) (reader, func(), error) {
	panic(wire.Build(bridge.Core, wire.Struct(new(reader), "*")))
}

// newCaller composes what calls tools; the person at the console is asked
// about writes.
func newCaller(ctx context.Context, settings config.Settings, stderr io.Writer, console terminal.Console, yes terminal.Yes) (*app.Caller, func(), error) {
	panic(wire.Build(bridge.Core, terminal.NewApprover, wire.Bind(new(ports.Approver), new(*terminal.Approver))))
}

// newTester composes the contract test.
func newTester(settings config.Settings, stderr io.Writer) (*contract.Tester, func(), error) {
	panic(wire.Build(bridge.Core, contract.New, wire.FieldsOf(new(bridge.Upstream), "Token")))
}

// newKeeper composes what looks after a journal; it reaches no NetBox.
func newKeeper(ctx context.Context, settings config.Settings) (*ledger.Keeper, func(), error) {
	panic(wire.Build(bridge.OpenLedger, ledger.New, wire.Value(systemclock.Clock{}), wire.Bind(new(ports.Clock), new(systemclock.Clock))))
}

// composeDoctor composes what examines a NetBox and the way there.
func composeDoctor(settings config.Settings, stderr io.Writer) (*doctor.Doctor, func(), error) {
	panic(wire.Build(bridge.Core, bridge.InspectJournal, settingsToTell, wire.Struct(new(doctor.Doctor), "*"),
		wire.Bind(new(ports.Prober), new(*boundedhttp.Client)), wire.FieldsOf(new(bridge.Upstream), "Token")))
}
