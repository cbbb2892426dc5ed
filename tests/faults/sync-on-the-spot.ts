// Loaded into a server before anything else (`--import`), it makes the
// server wait on the spot for each sync, as on a disk that is always fast.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

Object.assign(fs, {
  fdatasync(handle: number, done: (error: unknown) => void) {
    try {
      fs.fdatasyncSync(handle)
      done(null)
    } catch (error) {
      done(error)
    }
  },
})
syncBuiltinESMExports()
