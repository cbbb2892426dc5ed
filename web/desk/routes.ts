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
  parts: readonly string[]
}

type Load = Parameters<typeof later<object>>[0]

function page(place: Place, hash: string, label: string, load: Load, ...parts: string[]): DeskPage {
  return { place, hash, label, parts, Page: later(load) }
}

function unnamed(place: Place, hash: string, label: string, load: Load): DeskPage {
  return { ...page(place, hash, label, load), isUnnamed: true }
}

/** What has no tab of its own. */
export const PAGES: readonly DeskPage[] = [
  unnamed('today', 'weights', 'Weights and refunds', () =>
    import('./packing/weights-page.tsx').then((code) => code.WeightsPage),
  ),
  unnamed('today', 'calls', 'Calls to make', () =>
    import('./calendar/calls-page.tsx').then((code) => code.CallsPage),
  ),
  unnamed('today', 'mails', 'Emails', () =>
    import('./mail/mails-page.tsx').then((code) => code.MailsPage),
  ),
  unnamed('market', 'lists', 'Print & lists', () =>
    import('./packing/lists-page.tsx').then((code) => code.ListsPage),
  ),
  unnamed('market', 'sales', 'Sales', () =>
    import('./sales/sales-page.tsx').then((code) => code.SalesPage),
  ),
  unnamed('market', 'stall', 'Helpers’ phones', () =>
    import('./stall/stall-page.tsx').then((code) => code.StallPage),
  ),
  unnamed('products', 'stock', 'Stock count', () =>
    import('./stock/stock-page.tsx').then((code) => code.StockPage),
  ),
  page('customers', 'customers', 'People', () =>
    import('./customers/customers-page.tsx').then((code) => code.CustomersPage),
  ),
  page('customers', 'newsletter', 'Letter', () =>
    import('./newsletter/newsletter-page.tsx').then((code) => code.NewsletterPage),
  ),
  page('customers', 'questions', 'Questions', () =>
    import('./chat/questions-page.tsx').then((code) => code.QuestionsPage),
  ),
  unnamed('customers', 'subscribers', 'Subscribers', () =>
    import('./newsletter/subscribers-page.tsx').then((code) => code.SubscribersPage),
  ),
  page('money', 'money', 'Money', () =>
    import('./analytics/money-page.tsx').then((code) => code.MoneyPage),
  ),
  page('days', 'calendar', 'Days', () =>
    import('./calendar/calendar-page.tsx').then((code) => code.CalendarPage),
  ),
  page('settings', 'taking-money', 'Taking money', () =>
    import('./setup/setup-page.tsx').then((code) => code.TakingMoneyPage),
  ),
  page('settings', 'email', 'Email', () =>
    import('./setup/setup-page.tsx').then((code) => code.EmailPage),
  ),
  page(
    'settings',
    'people',
    'People & sign-in',
    () => import('./people/sign-in-page.tsx').then((code) => code.SignInPage),
    'sessions',
    'password',
    'passkeys',
  ),
  page('settings', 'connections', 'Connections', () =>
    import('./connections/connections-page.tsx').then((code) => code.ConnectionsPage),
  ),
  page('settings', 'backups', 'Backup', () =>
    import('./backups/backups-page.tsx').then((code) => code.BackupsPage),
  ),
  page('settings', 'checkup', 'Checkup', () =>
    import('./setup/checkup-page.tsx').then((code) => code.CheckupPage),
  ),
  page('settings', 'history', 'Activity', () =>
    import('./audit/history-page.tsx').then((code) => code.HistoryPage),
  ),
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
    PAGES.find((page) => page.hash === hash || page.parts.includes(hash)) ??
    PAGES.find(({ place, isUnnamed }) => place === hash && !isUnnamed && place !== 'settings')
  )
}

export function partsOf({ place, isUnnamed }: DeskPage): DeskPage[] {
  const parts = PAGES.filter((page) => page.place === place && !page.isUnnamed)
  return isUnnamed || parts.length < 2 ? [] : parts
}
