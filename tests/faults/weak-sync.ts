// Loaded into a server before anything else (`--import`), it makes commits weak behind the shop's back: their syncs do
// nothing. The test of power cuts must notice. No setting of the shop could say so.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

Object.assign(fs, {
  fdatasyncSync() {},
  fdatasync: (_: number, done: (error: null) => void) => setImmediate(done, null),
})
syncBuiltinESMExports()
