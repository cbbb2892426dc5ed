import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonLook } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { PasswordPage } from './account/password-page.tsx'
import { SessionsPage } from './account/sessions-page.tsx'
import { FiguresPage } from './analytics/figures-page.tsx'
import { HistoryPage } from './audit/history-page.tsx'
import { BackupsPage } from './backups/backups-page.tsx'
import { BooksPage } from './books/books-page.tsx'
import { CalendarPage } from './calendar/calendar-page.tsx'
import { QuestionsPage } from './chat/questions-page.tsx'
import { MailsPage } from './mail/mails-page.tsx'
import { NewsletterPage } from './newsletter/newsletter-page.tsx'
import { SubscribersPage } from './newsletter/subscribers-page.tsx'
import { ListsPage } from './packing/lists-page.tsx'
import { MarketPage } from './sales/market-page.tsx'
import { StockPage } from './stock/stock-page.tsx'

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
        collisionPadding={8}
        className="z-40 grid max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-2xl border border-straw bg-card p-2 raised"
      >
        {MORE_PAGES.map(({ hash, label }) => (
          <DropdownMenu.Item key={hash} className={ITEM} onSelect={() => goToHash(hash)}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

export const MORE_PAGES = [
  { hash: 'lists', label: 'Lists for a day', Page: ListsPage },
  { hash: 'market', label: 'At the market', Page: MarketPage },
  { hash: 'stock', label: 'Stock count', Page: StockPage },
  { hash: 'calendar', label: 'Calendar', Page: CalendarPage },
  { hash: 'figures', label: 'Figures', Page: FiguresPage },
  { hash: 'questions', label: 'Questions', Page: QuestionsPage },
  { hash: 'newsletter', label: 'Newsletter', Page: NewsletterPage },
  { hash: 'subscribers', label: 'Subscribers', Page: SubscribersPage },
  { hash: 'mails', label: 'Emails', Page: MailsPage },
  { hash: 'books', label: 'Books', Page: BooksPage },
  { hash: 'backups', label: 'Backups', Page: BackupsPage },
  { hash: 'history', label: 'History', Page: HistoryPage },
  { hash: 'sessions', label: 'Signed-in browsers', Page: SessionsPage },
  { hash: 'password', label: 'Password', Page: PasswordPage },
] as const
