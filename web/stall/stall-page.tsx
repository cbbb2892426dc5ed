import { Boundary } from '#web/ui/boundary.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { CashView } from './cash/cash-view.tsx'
import { NetworkLine } from './frame/network-line.tsx'
import { StallHeader } from './frame/stall-header.tsx'
import { STALL_TABS, StallTabs } from './frame/stall-tabs.tsx'
import { UnsavedLine } from './frame/unsaved-line.tsx'
import { Gate } from './gate/gate.tsx'
import { HandOverView } from './hand-over/hand-over-view.tsx'
import { SellView } from './sell/sell-view.tsx'
import { UnsentView } from './unsent/unsent-view.tsx'
import { useStall } from './use-stall.ts'

const VIEWS = {
  'hand-over': HandOverView,
  sell: SellView,
  cash: CashView,
  unsent: UnsentView,
} satisfies Record<(typeof STALL_TABS)[number]['value'], () => React.ReactNode>

export function StallPage() {
  const { isRead, phone, day } = useStall()
  const [tab] = useHash().split('/')
  const shown = STALL_TABS.find(({ value }) => value === tab)?.value ?? 'hand-over'
  if (!isRead) return <p className="wrap py-6">Opening the stall…</p>
  if (tab === 'sign-in') return <Gate />
  if (tab === 'days') return <Gate key="days" isChoosing />
  const isOpen = phone?.grant && day
  // Without a day, what waits can still be seen, sent and saved as a file.
  if (!isOpen && shown !== 'unsent') return <Gate />
  const View = VIEWS[shown]
  return (
    <>
      <Boundary part="stall part">
        <StallHeader />
        <NetworkLine />
        <UnsavedLine />
      </Boundary>
      <StallTabs shown={shown} />
      <main className="mx-auto max-w-xl px-3 pb-10">
        <Boundary key={shown} part="stall part">
          <View />
        </Boundary>
      </main>
    </>
  )
}
