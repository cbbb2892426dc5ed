import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { SETTING_SECTIONS } from '#contract/settings/setting-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { BackTo, PartLinks } from '../page-head.tsx'
import { type DeskPage, PAGES } from '../routes.ts'
import { Card } from '../shared/card.tsx'
import { SettingCards } from './setting-cards.tsx'
import { deskSettingsQuery, useInitializeSettings } from './settings-query.ts'

const FARM = [
  { hash: 'settings', label: 'Farm' },
  { hash: 'settings/website', label: 'Website' },
]

export function SettingsTab({ page }: { page?: DeskPage | undefined }) {
  const isWebsite = useHash() === 'settings/website'
  const parts = [...FARM, ...PAGES.filter(({ place }) => place === 'settings')]
  return (
    <div className="grid grid-cols-1 gap-x-6.5 gap-y-3 lg:grid-cols-[14.5rem_1fr] lg:grid-rows-[auto_1fr] lg:items-start">
      <div className="flex flex-wrap items-center gap-x-5 lg:col-start-2">
        <BackTo href="#more" label="More" />
        <h2 className="min-w-0 text-2xl wrap-anywhere sm:text-3xl">Settings Management</h2>
      </div>
      <PartLinks
        label="Settings"
        parts={parts}
        here={page?.hash ?? `settings${isWebsite ? '/website' : ''}`}
        isColumn
        className="max-lg:-mx-4 max-lg:px-2 lg:row-span-2 lg:row-start-1"
      />
      <section aria-label={page?.label ?? 'Farm'} className="min-w-0">
        {page ? <page.Page /> : <FarmSettings isWebsite={isWebsite} />}
      </section>
    </div>
  )
}

/** The four of the specification; `isWebsite`: it begins where the website's words are. */
function FarmSettings({ isWebsite }: { isWebsite: boolean }) {
  const website = useRef<HTMLDivElement>(null)
  const { isSuccess } = useQuery(deskSettingsQuery)
  useEffect(() => {
    if (isWebsite && isSuccess) website.current?.scrollIntoView()
  }, [isWebsite, isSuccess])
  return (
    <SettingCards
      sections={SETTING_SECTIONS}
      refs={{ 'Website Content': website }}
      above={<InitializeOffer />}
    />
  )
}

/** What the farmer has said stays. */
function InitializeOffer() {
  const initialize = useInitializeSettings()
  return (
    <Card>
      <p className="mb-3 text-bark-deep">
        Say things your own way below, or start from the default texts and change them. What you
        have said already stays.
      </p>
      <Button busy={initialize.isPending} onClick={() => initialize.mutate()}>
        Initialize Default Settings
      </Button>
    </Card>
  )
}
