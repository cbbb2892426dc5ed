import type { BackupRunner } from '#server/outside/backup-runner.ts'
import type { BooksRunner } from '#server/outside/books-runner.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import type { Release } from '#server/outside/release-feed.ts'
import type { SendHook } from '#server/outside/send-hook.ts'
import type { Tables } from './db/tables.ts'
import type { Db } from './db/write.ts'

export type Shop = {
  db: Db
  now: () => Date
  payments: PaymentProvider
  /** For payments begun with an earlier provider; closed if its keys are gone. */
  formerPayments: (origin: Pick<Tables['payments'], 'provider' | 'livemode'>) => PaymentProvider
  /** At the card provider, a restored or second database never acts under this id. */
  id: string
  dataDir: string
  pictures: ImageStore
  backups: BackupRunner
  books: BooksRunner
  /** Null until mail is set up; mails wait until then. */
  mail: Mailer | null
  /** After the answer; sends due mails of the orders' queue. */
  sendMails: () => void
  sendHook: SendHook
  linkOrigin: string
  /** What is published now; null where nobody is to be asked. */
  readRelease: (() => Promise<Release>) | null
  /** For work after a commit: a stop waits for it; failures are logged, never thrown. */
  later: (what: string, work: () => Promise<void>) => Promise<void>
  /** Closes the shop and starts it again; null where nothing can. */
  restart: (() => void) | null
  /** Logs an error that the visitor hears of in other words, such as a silent card provider. */
  report: (what: string, error: unknown) => void
}

export type DbAndClock = Pick<Shop, 'db' | 'now'>
