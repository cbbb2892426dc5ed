// One backup check in its own process; instructions and findings are messages.

import { ownerMessage } from './core/owner-messages.ts'
import { checkBackup } from './features/backups/check-backup.ts'
import { serveOrders } from './outside/child-process.ts'

serveOrders(checkBackup, ownerMessage)
