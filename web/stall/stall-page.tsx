import { type ComponentType, useEffect, useMemo } from 'react'
import type { StallDay } from '#contract/market/stall.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DeskBar } from '#web/ui/desk-bar.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { CloseView } from './close/close-view.tsx'
import { QuietLine, Segments, StallHeader } from './frame/stall-header.tsx'
import { UnsavedLine } from './frame/unsaved-line.tsx'
import { Gate, SigningOut } from './gate/gate.tsx'
import { groupBoxes, stateOf } from './hand-over/box-groups.ts'
import { HandOverView } from './hand-over/hand-over-view.tsx'
import { HarvestView, PickedCount } from './harvest/harvest-view.tsx'
import { MoreView } from './more/more-view.tsx'
import { PackedCount, PackView } from './pack/pack-view.tsx'
import { SellView } from './sell/sell-view.tsx'
import { UnsentView } from './unsent/unsent-view.tsx'
import { useIsFarmer, useStall } from './use-stall.ts'

type View = {
  Page: ComponentType<{ day: StallDay }>
  Count?: ComponentType<{ day: StallDay }>
  isWhole?: boolean
  isWide?: true
}

const VIEWS = {
  harvest: { Page: HarvestView, Count: PickedCount, isWhole: true, isWide: true },
  pack: { Page: PackView, Count: PackedCount, isWide: true },
  'hand-out': { Page: HandOverView, Count: LeftToPickUp, isWide: true },
  sell: { Page: SellView, isWide: true },
  close: { Page: CloseView, isWide: true },
  notes: { Page: UnsentView },
  more: { Page: MoreView },
} satisfies Record<string, View>

const isView = (name: string): name is keyof typeof VIEWS => name in VIEWS

/** Names that parts of the page have in old links. */
const MOVED: Readonly<Record<string, string>> = {
  'hand-over': 'hand-out',
  cash: 'close',
  unsent: 'notes',
  'cash/home': 'close/unsold',
}

function useView(): string {
  const hash = useHash()
  const [name = '', ...rest] = hash.split('/')
  const moved = MOVED[hash] ?? (MOVED[name] && [MOVED[name], ...rest].join('/'))
  useEffect(() => {
    if (moved) replaceHash(moved)
  })
  return MOVED[name] ?? name
}

export function StallPage() {
  const { isRead, phone, day } = useStall()
  const name = useView()
  const part = usePart(day)
  const shown = isView(name) ? name : part
  if (!isRead) return <p className="wrap py-6">Opening the market day…</p>
  if (name === 'sign-in') return <Gate />
  if (name === 'sign-out') return <SigningOut />
  const isOpen = phone?.grant && day
  // Without a day, what waits can still be seen, sent and saved as a file.
  if (!isOpen && shown !== 'notes') return <Gate />
  return <Workspace shown={shown} />
}

/** What a day is opened for at this hour; stays as it is while the page is used on that date. */
function usePart(day: StallDay | null): keyof typeof VIEWS {
  const { day: date, opensAt = '', closesAt = '' } = day?.marketDay ?? {}
  const today = new Date().toDateString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place of that date changes nothing
  return useMemo(() => {
    if (Date.now() > Date.parse(closesAt)) return 'close'
    return Date.now() < new Date(opensAt).setHours(0, 0, 0, 0) ? 'harvest' : 'hand-out'
  }, [date, today])
}

function Workspace({ shown }: { shown: keyof typeof VIEWS }) {
  const { day } = useStall()
  const isFarmer = useIsFarmer()
  const { Page, Count, isWhole = false, isWide }: View = VIEWS[shown]
  return (
    <div className={classNames(isFarmer && 'pb-(--foot-bar) md:pb-0 md:pl-26')}>
      <div className="mx-auto max-w-xl lg:max-w-6xl">
        <Boundary part="stall part">
          <StallHeader isWhole={isWhole} />
        </Boundary>
        <Segments shown={shown} />
        <Boundary part="stall part">
          <QuietLine count={day && Count && <Count day={day} />} />
          <UnsavedLine />
        </Boundary>
        <main className={classNames('px-3 pb-10', !isWide && 'mx-auto max-w-xl')}>
          <Boundary key={shown} part="stall part">
            {/* What is searched for at one place stays when another is chosen. */}
            {day ? (
              <Page key={shown === 'hand-out' ? shown : day.marketDay.id} day={day} />
            ) : (
              <UnsentView />
            )}
          </Boundary>
        </main>
      </div>
      {isFarmer && <DeskBar here="market" />}
    </div>
  )
}

function LeftToPickUp({ day: { boxes } }: { day: StallDay }) {
  const here = groupBoxes(boxes).filter((group) => stateOf(group) === 'here')
  return (
    <span className="shrink-0">
      <strong className="text-soil">{here.flat().length}</strong> to pick up
    </span>
  )
}
