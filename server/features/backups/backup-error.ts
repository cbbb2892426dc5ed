import { OwnerError } from '#server/config/config.ts'

/** Thrown when a backup cannot be made, read or put back; the message is one sentence for the owner. */
export class BackupError extends OwnerError {}
