import { useState } from 'react'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { TooltipArea } from '#web/ui/tooltip.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { BooksNote } from './books/books-page.tsx'
import { OrdersPause } from './calendar/orders-pause.tsx'
import { MORE_PAGES, MoreMenu } from './desk-menu.tsx'
import { DeskNotices } from './notices/desk-notices.tsx'
import { NotPickedUp } from './notices/not-picked-up.tsx'
import { OrdersTab } from './orders/orders-tab.tsx'
import { PagesTab } from './pages/pages-tab.tsx'
import { ProductsTab } from './products/products-tab.tsx'
import { RecipesTab } from './recipes/recipes-tab.tsx'
import { type SettingDrafts, SettingsTab } from './settings/settings-tab.tsx'
import { StatCards } from './stat-cards.tsx'

const TABS = [
  { value: 'products', label: 'Products' },
  { value: 'orders', label: 'Orders' },
  { value: 'recipes', label: 'Recipes' },
  { value: 'pages', label: 'Pages' },
  { value: 'settings', label: 'Settings' },
] as const

export function Dashboard() {
  // A part may say more of itself behind its name, such as `orders/7`.
  const [hash] = useHash().split(/[/?]/, 1)
  const [drafts, setDrafts] = useState<SettingDrafts>({})
  const more = MORE_PAGES.find(({ hash: name }) => name === hash)
  // Whoever stands at the stall or in the cooler with a list has no eye for figures.
  const isList = hash === 'lists' || hash === 'stock' || hash === 'market'
  const chosen = TABS.find(({ value }) => value === hash) ?? TABS[0]
  return (
    <TooltipArea>
      <DeskNotices />
      {hash !== 'market' && <NotPickedUp />}
      <OrdersPause />
      {!isList && <StatCards />}
      {!isList && <BooksNote />}
      <Tabs
        label="Parts of the desk"
        tabs={TABS}
        value={more ? null : chosen.value}
        onChange={goToHash}
        beside={<MoreMenu />}
      >
        <TabPanel value="products">
          <ProductsTab />
        </TabPanel>
        <TabPanel value="orders">
          <OrdersTab />
        </TabPanel>
        <TabPanel value="recipes">
          <RecipesTab />
        </TabPanel>
        <TabPanel value="pages">
          <PagesTab />
        </TabPanel>
        <TabPanel value="settings">
          <SettingsTab drafts={drafts} onDrafts={setDrafts} />
        </TabPanel>
        {more && (
          <section aria-label={more.label} className="py-6">
            <more.Page />
          </section>
        )}
      </Tabs>
    </TooltipArea>
  )
}
