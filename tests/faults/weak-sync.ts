// Loaded into a server before anything else (`--import`), it makes SQLite's commits weak behind the shop's back, and deceives the
// shop's own look at that: the test of power cuts must notice. No setting of the shop could say so.

import { DatabaseSync } from 'node:sqlite'

const { exec, prepare } = DatabaseSync.prototype

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  return exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'))
}

DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  return prepare.call(this, sql === 'pragma synchronous' ? 'select 2 as synchronous' : sql)
}
