import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { analytics } from '#contract/money/analytics.ts'
import { query } from '#web/api/call.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DeskBar } from '#web/ui/desk-bar.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { ON_PHONE, useMedia } from '#web/ui/use-media.ts'
import { PageHead, PartLinks } from './page-head.tsx'
import { type DeskPage, pageAt } from './routes.ts'
import { ListLoading, PartFailed } from './shared/card.tsx'
import { later } from './shared/lazy-part.tsx'
import { TestBadge } from './shared/test-badge.tsx'
import { TodayPanel } from './today/today-panel.tsx'
import { useWaiting } from './today/use-waiting.ts'

const MorePage = later(() => import('./more-page.tsx').then((code) => code.MorePage))
const ProductsTab = later(() =>
  import('./products/products-tab.tsx').then((code) => code.ProductsTab),
)
const OrdersTab = later(() => import('./orders/orders-tab.tsx').then((code) => code.OrdersTab))
const RecipesTab = later(() => import('./recipes/recipes-tab.tsx').then((code) => code.RecipesTab))
const PagesTab = later(() => import('./pages/pages-tab.tsx').then((code) => code.PagesTab))
const SettingsTab = later(() =>
  import('./settings/settings-tab.tsx').then((code) => code.SettingsTab),
)

/** `place`: the bar's name of where each is found. */
const TABS = [
  { value: 'products', label: 'Products', place: 'products' },
  { value: 'orders', label: 'Orders', place: 'orders' },
  { value: 'recipes', label: 'Recipes', place: 'products' },
  { value: 'pages', label: 'Pages', place: 'website' },
  { value: 'settings', label: 'Settings', place: 'settings' },
] as const

type Tab = (typeof TABS)[number]

const GOODS = [
  { hash: 'products', label: 'Products' },
  { hash: 'recipes', label: 'Recipes' },
]

const LOADING = <ListLoading text="One moment…" />

type Spot = {
  here: string
  page?: DeskPage | undefined
  tab?: Tab | undefined
}

/** What an address shows; what leads nowhere shows Today. */
export function spotAt(address: string): Spot {
  const [hash = ''] = address.split(/[/?]/, 1)
  if (hash === 'more' || leadsNowhere(address)) return { here: hash === 'more' ? hash : 'today' }
  const page = pageAt(hash)
  const tab = TABS.find(({ value }) => value === (page?.place === 'settings' ? page.place : hash))
  if (address === 'settings/website') return { here: 'website', tab }
  return { here: tab?.place ?? page?.place ?? 'today', page, tab }
}

export function Dashboard() {
  const address = useHash()
  const spot = spotAt(address)
  const waiting = useWaiting()
  const isPhone = useMedia(ON_PHONE)
  const isToday = spot.here === 'today' && !spot.page
  useTopOf(address.split(/[/?]/, 1)[0] ?? '')
  useMoved(address)
  const today = (
    <Boundary part="desk part">
      <TodayPanel waiting={waiting} />
    </Boundary>
  )
  return (
    <>
      {spot.here === 'more' && <MorePage fallback={LOADING} />}
      {spot.page && !spot.tab && <PageAlone page={spot.page} />}
      {spot.tab && isPhone && <TabAlone {...spot} tab={spot.tab} />}
      {isToday && isPhone && (
        <>
          {today}
          <Totals tab={null} />
        </>
      )}
      {!isPhone && (isToday || spot.tab) && (
        <Totals tab={spot.tab ?? TABS[0]}>
          {/* A dialog of Products that is opened beside Today leaves the list where it is. */}
          <div
            className={isToday ? 'grid gap-4.5 @min-[54rem]:grid-cols-[19.875rem_1fr]' : undefined}
          >
            {isToday && today}
            <div className="@container min-w-0">
              <PanelOf {...spot} />
            </div>
          </div>
        </Totals>
      )}
      <DeskBar here={spot.here} waiting={waiting.count} />
    </>
  )
}

/** The four figures and the five tabs; without one that is chosen, what stands at the foot of a phone's Today. */
function Totals({ tab, children }: { tab: Tab | null; children?: ReactNode }) {
  return (
    <>
      <Boundary part="desk part">
        <StatCards />
      </Boundary>
      <Tabs
        label="Parts of the desk"
        tabs={TABS}
        value={tab?.value ?? null}
        onChange={goToHash}
        panel={children}
      />
    </>
  )
}

/** On a phone, whose bar leads to it. */
function TabAlone({ tab, ...spot }: Spot & { tab: Tab }) {
  const isOfGoods = tab.place === 'products'
  return (
    <section aria-label={tab.label} className="@container py-2">
      {isOfGoods && <PartLinks label="Products and recipes" parts={GOODS} here={tab.value} />}
      <PanelOf {...spot} tab={tab} />
    </section>
  )
}

function PanelOf({ tab, page }: Spot) {
  if (tab?.value === 'orders') return <OrdersTab fallback={LOADING} />
  if (tab?.value === 'recipes') return <RecipesTab fallback={LOADING} />
  if (tab?.value === 'pages') return <PagesTab fallback={LOADING} />
  if (tab?.value === 'settings') return <SettingsTab page={page} fallback={LOADING} />
  return <ProductsTab fallback={LOADING} />
}

function PageAlone({ page }: { page: DeskPage }) {
  return (
    <section aria-label={page.label} className="@container pb-6">
      <PageHead page={page} />
      <page.Page fallback={LOADING} />
    </section>
  )
}

/** A bookmark of what was elsewhere leads to where it is now. */
function useMoved(address: string): void {
  useEffect(() => {
    const moved = movedTo(address)
    if (moved) location.replace(moved)
  }, [address])
}

function useTopOf(hash: string): void {
  const shown = useRef(hash)
  useEffect(() => {
    if (shown.current !== hash) window.scrollTo(0, 0)
    shown.current = hash
  }, [hash])
}

function StatCards() {
  const figures = useQuery(query(analytics.dashboard))
  const { data, error } = figures
  const waiting = error ? '–' : <Skeleton className="mt-1 h-5 w-12" />
  return (
    <section aria-label="Totals" className="@container mt-4 min-w-0 md:mt-0">
      <dl className="flex flex-wrap max-md:rounded-2xl max-md:border max-md:border-straw max-md:bg-card md:grid md:gap-3 @min-[30rem]:grid-cols-[auto_auto] @min-[52rem]:grid-cols-[repeat(4,auto)]">
        <StatCard label="Total Orders" figure={data?.totalOrders ?? waiting} />
        <StatCard
          label="Total Revenue"
          mark={data?.testMode && <TestBadge />}
          figure={data ? <PriceInDollars dollars={data.totalRevenue} /> : waiting}
        />
        <StatCard label="Total Products" figure={data?.totalProducts ?? waiting} />
        <StatCard label="Low Stock Items" figure={data?.lowStockProducts ?? waiting} />
      </dl>
      {error && (
        <PartFailed text="The figures could not be loaded:" query={figures} className="mt-3" />
      )}
    </section>
  )
}

type StatCardProps = { label: string; figure: ReactNode; mark?: ReactNode }

function StatCard({ label, figure, mark }: StatCardProps) {
  return (
    <div className="grow border-straw px-0.5 py-1.5 text-center max-md:not-first:border-l md:grid md:min-h-13 md:grid-cols-[1fr_auto] md:content-center md:items-center md:gap-x-2 md:rounded-2xl md:border md:bg-card md:px-4 md:py-0">
      <dt className="text-[0.78125rem] leading-4 whitespace-nowrap text-bark-deep md:text-left md:text-base">
        {label}
      </dt>
      <dd
        className={classNames(
          'font-serif leading-6 font-semibold tabular-nums max-md:text-[1.0625rem] md:text-2xl',
          mark ? 'md:row-span-2' : '',
        )}
      >
        {figure}
      </dd>
      {mark && <dd className="leading-none md:text-left">{mark}</dd>}
    </div>
  )
}

const PARTS: Readonly<Record<string, string>> = {
  cash: 'close',
  truck: 'close/truck',
  'not-picked-up': 'close/no-shows',
}

const MOVED: Readonly<Record<string, string>> = {
  books: 'money/books',
  setup: 'email',
  'setup/mail': 'email/server',
  'setup/mail-off': 'email/off',
  'setup/cards': 'taking-money',
  'today/pause': 'calendar/pause',
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** A list of what is no day has nothing to show. */
function leadsNowhere(hash: string): boolean {
  const [page, day = ''] = hash.split('/')
  return page === 'lists' && day !== '' && day !== WITHOUT_DAY && !DAY.test(day)
}

/** Where a page of the desk went that another has now; null for any other. */
export function movedTo(hash: string): string | null {
  const [page, part = '', id] = hash.split('/')
  if (MOVED[hash]) return `#${MOVED[hash]}`
  if (page === 'figures') return `#${hash.replace(page, 'money')}`
  if (page !== 'market') return null
  if (part === 'sales') return id ? `#sales/${id}` : '#sales'
  const day = /^\d+$/.test(id ?? '') && part !== 'not-picked-up' ? `?day=${id}` : ''
  return `${STALL_PAGE}${day}#${PARTS[part] ?? 'sell'}`
}
