import { BackupsPart } from './backups-part.tsx'
import { BooksPart } from './books-part.tsx'
import { FiguresPart } from './figures-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { MailsPart } from './mails-part.tsx'
import { NewsletterPart } from './newsletter/newsletter-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { QuestionsPart } from './questions-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { SubscribersPart } from './subscribers-part.tsx'

export const MORE_PARTS = [
  { hash: 'figures', label: 'Figures', Part: FiguresPart },
  { hash: 'questions', label: 'Questions', Part: QuestionsPart },
  { hash: 'newsletter', label: 'Newsletter', Part: NewsletterPart },
  { hash: 'subscribers', label: 'Subscribers', Part: SubscribersPart },
  { hash: 'mails', label: 'Emails', Part: MailsPart },
  { hash: 'books', label: 'Books', Part: BooksPart },
  { hash: 'backups', label: 'Backups', Part: BackupsPart },
  { hash: 'history', label: 'History', Part: HistoryPart },
  { hash: 'sessions', label: 'Signed-in browsers', Part: SessionsPart },
  { hash: 'password', label: 'Password', Part: PasswordPart },
] as const
