// Loaded into a server before anything else (`--import`), it makes each sync that the server waits for on the spot
// slow, so that the next ones are made by the system's threads, as on a slow disk.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { fdatasyncSync } = fs

Object.assign(fs, {
  fdatasyncSync(handle: number) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4)
    fdatasyncSync(handle)
  },
})
syncBuiltinESMExports()
