import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonLook } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
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

const ITEM = 'flex h-11 cursor-pointer items-center rounded-xl px-6 font-semibold hover:bg-sprout'

export function MoreMenu() {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={buttonLook({ variant: 'plain', size: 'sm' }, 'shrink-0 max-sm:w-11 max-sm:px-0')}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">More</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        className="z-40 grid rounded-2xl border border-straw bg-card p-2 shadow-[0_0_60px_#2a211833]"
      >
        {MORE_PARTS.map(({ hash, label }) => (
          <DropdownMenu.Item key={hash} className={ITEM} onSelect={() => goToHash(hash)}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

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
