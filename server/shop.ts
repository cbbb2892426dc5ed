import type { BackupRunner } from '#server/outside/backup-runner.ts'
import type { BooksRunner } from '#server/outside/books-runner.ts'
import type { ChatModel } from '#server/outside/chat-model.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import type { PaymentsTable } from './db/tables/payments.ts'
import type { Db } from './db/tables.ts'

export type Shop = {
  db: Db
  now: () => Date
  payments: PaymentProvider
  /** The provider of payments begun before `payments`; without its keys it is closed. */
  formerPayments: (origin: Pick<PaymentsTable, 'provider' | 'livemode'>) => PaymentProvider
  /** A restored or second database never speaks for this id at the card provider. */
  id: string
  /** Where an embedded database lies, and what belongs to it. */
  dataDir: string
  pictures: ImageStore
  backups: BackupRunner
  books: BooksRunner
  chatModel: ChatModel | null
  /** Sends mail; null while it is not set up, and then mails wait. */
  mail: Mailer | null
  /** Sends what is due in the outbox of orders' mails, after the answer. */
  sendMails: () => void
  /** The origin that links in mails and files start with, such as https://farm.example. */
  linkOrigin: string
  /** Work after a commit: a stop waits for it, a failure is logged and never thrown. */
  later: (what: string, work: () => Promise<void>) => Promise<void>
  /** Closes the shop and starts it again; null where nothing can. */
  restart: (() => void) | null
  /** Tells the log of an error that is answered otherwise, such as a card provider's silence. */
  report: (what: string, error: unknown) => void
}
