import { later } from './shared/lazy-part.tsx'

/** Where a page is found: the bar's name of its place. */
type Place = 'today' | 'market' | 'products' | 'customers' | 'money' | 'days' | 'settings'

export type DeskPage = {
  hash: string
  place: Place
  label: string
  Page: ReturnType<typeof later<object>>
  /** Not among its place's parts: another page or a row of Today leads to it. */
  isUnnamed?: true
  /** Further addresses, each of a part of it. */
  parts?: readonly string[]
}

/** What has no tab of its own. */
export const PAGES: readonly DeskPage[] = [
  {
    hash: 'weights',
    place: 'today',
    label: 'Weights and refunds',
    isUnnamed: true,
    Page: later(() => import('./packing/weights-page.tsx').then((code) => code.WeightsPage)),
  },
  {
    hash: 'calls',
    place: 'today',
    label: 'Calls to make',
    isUnnamed: true,
    Page: later(() => import('./calendar/calls-page.tsx').then((code) => code.CallsPage)),
  },
  {
    hash: 'mails',
    place: 'today',
    label: 'Emails',
    isUnnamed: true,
    Page: later(() => import('./mail/mails-page.tsx').then((code) => code.MailsPage)),
  },
  {
    hash: 'lists',
    place: 'market',
    label: 'Print & lists',
    isUnnamed: true,
    Page: later(() => import('./packing/lists-page.tsx').then((code) => code.ListsPage)),
  },
  {
    hash: 'sales',
    place: 'market',
    label: 'Sales',
    isUnnamed: true,
    Page: later(() => import('./sales/sales-page.tsx').then((code) => code.SalesPage)),
  },
  {
    hash: 'stall',
    place: 'market',
    label: 'Helpers’ phones',
    isUnnamed: true,
    Page: later(() => import('./stall/stall-page.tsx').then((code) => code.StallPage)),
  },
  {
    hash: 'stock',
    place: 'products',
    label: 'Stock count',
    isUnnamed: true,
    Page: later(() => import('./stock/stock-page.tsx').then((code) => code.StockPage)),
  },
  {
    hash: 'customers',
    place: 'customers',
    label: 'People',
    Page: later(() => import('./customers/customers-page.tsx').then((code) => code.CustomersPage)),
  },
  {
    hash: 'newsletter',
    place: 'customers',
    label: 'Letter',
    Page: later(() =>
      import('./newsletter/newsletter-page.tsx').then((code) => code.NewsletterPage),
    ),
  },
  {
    hash: 'questions',
    place: 'customers',
    label: 'Questions',
    Page: later(() => import('./chat/questions-page.tsx').then((code) => code.QuestionsPage)),
  },
  {
    hash: 'subscribers',
    place: 'customers',
    label: 'Subscribers',
    isUnnamed: true,
    Page: later(() =>
      import('./newsletter/subscribers-page.tsx').then((code) => code.SubscribersPage),
    ),
  },
  {
    hash: 'money',
    place: 'money',
    label: 'Money',
    Page: later(() => import('./analytics/money-page.tsx').then((code) => code.MoneyPage)),
  },
  {
    hash: 'calendar',
    place: 'days',
    label: 'Days',
    Page: later(() => import('./calendar/calendar-page.tsx').then((code) => code.CalendarPage)),
  },
  {
    hash: 'taking-money',
    place: 'settings',
    label: 'Taking money',
    Page: later(() => import('./setup/setup-page.tsx').then((code) => code.TakingMoneyPage)),
  },
  {
    hash: 'email',
    place: 'settings',
    label: 'Email',
    Page: later(() => import('./setup/setup-page.tsx').then((code) => code.EmailPage)),
  },
  {
    hash: 'people',
    place: 'settings',
    label: 'People & sign-in',
    parts: ['sessions', 'password', 'passkeys'],
    Page: later(() => import('./people/sign-in-page.tsx').then((code) => code.SignInPage)),
  },
  {
    hash: 'connections',
    place: 'settings',
    label: 'Connections',
    Page: later(() =>
      import('./connections/connections-page.tsx').then((code) => code.ConnectionsPage),
    ),
  },
  {
    hash: 'backups',
    place: 'settings',
    label: 'Backup',
    Page: later(() => import('./backups/backups-page.tsx').then((code) => code.BackupsPage)),
  },
  {
    hash: 'checkup',
    place: 'settings',
    label: 'Checkup',
    Page: later(() => import('./setup/checkup-page.tsx').then((code) => code.CheckupPage)),
  },
  {
    hash: 'history',
    place: 'settings',
    label: 'Activity',
    Page: later(() => import('./audit/history-page.tsx').then((code) => code.HistoryPage)),
  },
]

const TITLES: Partial<Record<Place, string>> = {
  customers: 'Customers',
  days: 'Market days & places',
}

export function titleOf({ place, label, isUnnamed }: DeskPage): string {
  return (!isUnnamed && TITLES[place]) || label
}

/** A place's own address leads to its first page. */
export function pageAt(hash: string): DeskPage | undefined {
  return (
    PAGES.find((page) => page.hash === hash || page.parts?.includes(hash)) ??
    PAGES.find(({ place, isUnnamed }) => place === hash && !isUnnamed && place !== 'settings')
  )
}

export function partsOf({ place, isUnnamed }: DeskPage): DeskPage[] {
  const parts = PAGES.filter((page) => page.place === place && !page.isUnnamed)
  return isUnnamed || parts.length < 2 ? [] : parts
}
