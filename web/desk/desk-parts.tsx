import { PasswordPart } from './account/password-page.tsx'
import { SessionsPart } from './account/sessions-page.tsx'
import { FiguresPart } from './analytics/figures-page.tsx'
import { HistoryPart } from './audit/history-page.tsx'
import { BackupsPart } from './backups/backups-page.tsx'
import { BooksPart } from './books/books-page.tsx'
import { QuestionsPart } from './chat/questions-page.tsx'
import { MailsPart } from './mail/mails-page.tsx'
import { NewsletterPart } from './newsletter/newsletter-page.tsx'
import { SubscribersPart } from './newsletter/subscribers-page.tsx'

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
