import { useState } from 'react'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { TooltipArea } from '#web/ui/tooltip.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { NotOpenYet } from './not-open-yet.tsx'
import { OrdersTab } from './orders/orders-tab.tsx'
import { ProductsTab } from './products/products-tab.tsx'
import { type SettingDrafts, SettingsTab } from './settings/settings-tab.tsx'
import { StatCards } from './stat-cards.tsx'

const TABS = [
  { value: 'products', label: 'Products' },
  { value: 'orders', label: 'Orders' },
  { value: 'recipes', label: 'Recipes' },
  { value: 'pages', label: 'Pages' },
  { value: 'settings', label: 'Settings' },
] as const

/** The figures and the five tabs; each tab has its own address. */
export function Dashboard() {
  const hash = useHash()
  const [drafts, setDrafts] = useState<SettingDrafts>({})
  const chosen = TABS.find(({ value }) => value === hash) ?? TABS[0]
  return (
    <TooltipArea>
      <StatCards />
      <Tabs label="Parts of the desk" tabs={TABS} value={chosen.value} onChange={goToHash}>
        <TabPanel value="products">
          <ProductsTab />
        </TabPanel>
        <TabPanel value="orders">
          <OrdersTab />
        </TabPanel>
        <TabPanel value="recipes">
          <NotOpenYet title="Recipe Manager" />
        </TabPanel>
        <TabPanel value="pages">
          <NotOpenYet title="Page Manager" />
        </TabPanel>
        <TabPanel value="settings">
          <SettingsTab drafts={drafts} onDrafts={setDrafts} />
        </TabPanel>
      </Tabs>
    </TooltipArea>
  )
}
