// Loaded into a server before anything else (`--import`), it makes commits weak behind the shop's back: once the shop
// has seen that they are safe, they are not synced. The test of power cuts must notice. No setting could say so.

import { DatabaseSync } from 'node:sqlite'

const { prepare } = DatabaseSync.prototype

DatabaseSync.prototype.prepare = function (sql, ...options) {
  if (sql === 'begin immediate') this.exec('pragma synchronous = normal')
  return prepare.call(this, sql, ...options)
}
