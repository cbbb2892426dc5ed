import { useEffect, useRef } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { ON_PHONE, useMedia } from '#web/ui/use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import { BesideTabs } from './more-button.tsx'
import { MORE_PAGES } from './more-pages.ts'
import { movedTo } from './moved-pages.ts'
import type { SettingDrafts } from './settings/settings-tab.tsx'
import { later } from './shared/later.tsx'
import { ListLoading } from './shared/list-states.tsx'
import { useDraft, useDraftBook } from './shared/use-draft.ts'
import { StatCards } from './stat-cards.tsx'
import { PauseBar } from './today/pause-bar.tsx'
import { TodayFoot, TodayPanel } from './today/today-panel.tsx'
import { useWaiting } from './today/use-waiting.ts'

const ProductsTab = later(() =>
  import('./products/products-tab.tsx').then((code) => code.ProductsTab),
)
const OrdersTab = later(() => import('./orders/orders-tab.tsx').then((code) => code.OrdersTab))
const RecipesTab = later(() => import('./recipes/recipes-tab.tsx').then((code) => code.RecipesTab))
const PagesTab = later(() => import('./pages/pages-tab.tsx').then((code) => code.PagesTab))
const SettingsTab = later(() =>
  import('./settings/settings-tab.tsx').then((code) => code.SettingsTab),
)

const TodayStrip = later(() => import('./today/today-strip.tsx').then((code) => code.TodayStrip))

const TABS = [
  { value: 'products', label: 'Products' },
  { value: 'orders', label: 'Orders' },
  { value: 'recipes', label: 'Recipes' },
  { value: 'pages', label: 'Pages' },
  { value: 'settings', label: 'Settings' },
] as const

const LOADING = <ListLoading text="One moment…" />

const LISTS = ['lists', 'stock', 'sales']

export function Dashboard() {
  // A part may say more of itself behind its name, such as `orders/7`.
  const address = useHash()
  const [hash = ''] = address.split(/[/?]/, 1)
  const isPhone = useMedia(ON_PHONE)
  const waiting = useWaiting()
  const more = MORE_PAGES.find((page) => page.hash === hash)
  const tab = TABS.find(({ value }) => value === hash)
  const isToday = !more && !tab
  useTopOf(hash)
  useMoved(address)
  const today = isToday && (
    <Boundary part="desk part">
      <TodayPanel waiting={waiting} />
    </Boundary>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:pt-2 md:pb-1">
        {!isToday && waiting.pausedSince && <PauseBar since={waiting.pausedSince} />}
        {isPhone && today}
        {!isToday && !isPhone && (
          <Boundary part="desk part">
            <TodayStrip waiting={waiting} isShort={LISTS.includes(hash)} />
          </Boundary>
        )}
        <Boundary part="desk part">
          {!LISTS.includes(hash) && <StatCards className={isToday ? 'w-full' : 'max-md:hidden'} />}
        </Boundary>
      </div>
      <Tabs
        label="Parts of the desk"
        tabs={TABS}
        value={more ? null : (tab ?? TABS[0]).value}
        onChange={goToHash}
        beside={!isPhone && <BesideTabs here={hash} />}
      >
        {!isPhone && today}
        {isToday && (
          <Boundary part="desk part">
            <TodayFoot />
          </Boundary>
        )}
        <TabPanels />
        {more && <MorePage page={more} />}
      </Tabs>
      {isPhone && <BottomBar here={isToday ? 'today' : hash} waiting={waiting.count} />}
    </>
  )
}

/** A bookmark of what the desk had for the market leads to where that is now. */
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

function TabPanels() {
  const book = useDraftBook('settings', 'own')
  const [drafts, setDrafts] = useDraft<SettingDrafts>('settings', {}, book)
  return (
    <>
      <TabPanel value="products">
        <ProductsTab fallback={LOADING} />
      </TabPanel>
      <TabPanel value="orders">
        <OrdersTab fallback={LOADING} />
      </TabPanel>
      <TabPanel value="recipes">
        <RecipesTab fallback={LOADING} />
      </TabPanel>
      <TabPanel value="pages">
        <PagesTab fallback={LOADING} />
      </TabPanel>
      <TabPanel value="settings">
        <SettingsTab drafts={drafts} onDrafts={setDrafts} fallback={LOADING} />
      </TabPanel>
    </>
  )
}

function MorePage({ page: { label, Page } }: { page: (typeof MORE_PAGES)[number] }) {
  return (
    <section aria-label={label} className="py-4 sm:py-6">
      <Page fallback={LOADING} />
    </section>
  )
}
