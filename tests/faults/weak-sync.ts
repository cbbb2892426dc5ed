// Loaded into a server first (`--import`), it weakens commits behind the shop's back: once the shop
// has seen that they're safe, they aren't synced. The test of power cuts must notice. No setting
// could do this.

import { DatabaseSync } from 'node:sqlite'

const { prepare } = DatabaseSync.prototype

DatabaseSync.prototype.prepare = function (sql, ...options) {
  if (sql === 'begin immediate') this.exec('pragma synchronous = normal')
  return prepare.call(this, sql, ...options)
}
