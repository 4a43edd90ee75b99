package app

import "time"

// CancelGrace is how long calls that were cancelled at the end of a shutdown's grace
// period have left to answer that their outcome is unknown.
const CancelGrace = 2 * time.Second
