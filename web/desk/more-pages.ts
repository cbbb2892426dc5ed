import { later } from './shared/later.tsx'

type LatePage = ReturnType<typeof later<object>>

/** What has no tab, in the order of a farm's week; the menu does not name what Today leads to. */
export const MORE_PAGES: { hash: string; label: string; Page: LatePage; isUnnamed?: true }[] = [
  {
    hash: 'lists',
    label: 'Lists for a day',
    Page: later(() => import('./packing/lists-page.tsx').then((code) => code.ListsPage)),
  },
  {
    hash: 'weights',
    label: 'Weights and money to return',
    Page: later(() => import('./packing/weights-page.tsx').then((code) => code.WeightsPage)),
    isUnnamed: true,
  },
  {
    hash: 'sales',
    label: 'Sales',
    Page: later(() => import('./sales/sales-page.tsx').then((code) => code.SalesPage)),
  },
  {
    hash: 'stall',
    label: 'Phones at the market',
    Page: later(() => import('./stall/stall-page.tsx').then((code) => code.StallPage)),
  },
  {
    hash: 'stock',
    label: 'Stock count',
    Page: later(() => import('./stock/stock-page.tsx').then((code) => code.StockPage)),
  },
  {
    hash: 'calendar',
    label: 'Calendar',
    Page: later(() => import('./calendar/calendar-page.tsx').then((code) => code.CalendarPage)),
  },
  {
    hash: 'calls',
    label: 'Calls to make',
    Page: later(() => import('./calendar/calls-page.tsx').then((code) => code.CallsPage)),
    isUnnamed: true,
  },
  {
    hash: 'figures',
    label: 'Figures',
    Page: later(() => import('./analytics/figures-page.tsx').then((code) => code.FiguresPage)),
  },
  {
    hash: 'customers',
    label: 'Customers',
    Page: later(() => import('./customers/customers-page.tsx').then((code) => code.CustomersPage)),
  },
  {
    hash: 'questions',
    label: 'Questions',
    Page: later(() => import('./chat/questions-page.tsx').then((code) => code.QuestionsPage)),
  },
  {
    hash: 'newsletter',
    label: 'Newsletter',
    Page: later(() =>
      import('./newsletter/newsletter-page.tsx').then((code) => code.NewsletterPage),
    ),
  },
  {
    hash: 'subscribers',
    label: 'Subscribers',
    Page: later(() =>
      import('./newsletter/subscribers-page.tsx').then((code) => code.SubscribersPage),
    ),
  },
  {
    hash: 'mails',
    label: 'Emails',
    Page: later(() => import('./mail/mails-page.tsx').then((code) => code.MailsPage)),
  },
  {
    hash: 'books',
    label: 'Books',
    Page: later(() => import('./books/books-page.tsx').then((code) => code.BooksPage)),
  },
  {
    hash: 'backups',
    label: 'Backups',
    Page: later(() => import('./backups/backups-page.tsx').then((code) => code.BackupsPage)),
  },
  {
    hash: 'setup',
    label: 'Email and cards',
    Page: later(() => import('./setup/setup-page.tsx').then((code) => code.SetupPage)),
  },
  {
    hash: 'history',
    label: 'History',
    Page: later(() => import('./audit/history-page.tsx').then((code) => code.HistoryPage)),
  },
  {
    hash: 'people',
    label: 'People and phones',
    Page: later(() => import('./people/people-page.tsx').then((code) => code.PeoplePage)),
  },
  {
    hash: 'sessions',
    label: 'Signed-in browsers',
    Page: later(() => import('./account/sessions-page.tsx').then((code) => code.SessionsPage)),
  },
  {
    hash: 'password',
    label: 'Password',
    Page: later(() => import('./account/password-page.tsx').then((code) => code.PasswordPage)),
  },
  {
    hash: 'passkeys',
    label: 'Passkeys',
    Page: later(() => import('./account/passkeys-page.tsx').then((code) => code.PasskeysPage)),
  },
]
