// One check of a backup in a process of its own: what it is to check arrives as a message, and so
// does what it found.

import { ownerMessage } from './core/owner-messages.ts'
import { checkBackup } from './features/backups/check-backup.ts'
import { serveOrders } from './outside/child-process.ts'

serveOrders(checkBackup, ownerMessage)
