import { useEffect } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { CloseView } from './close/close-view.tsx'
import { QuietLine } from './frame/quiet-line.tsx'
import { Segments } from './frame/segments.tsx'
import { StallHeader } from './frame/stall-header.tsx'
import { UnsavedLine } from './frame/unsaved-line.tsx'
import { Gate } from './gate/gate.tsx'
import { HandOverView } from './hand-over/hand-over-view.tsx'
import { SellView } from './sell/sell-view.tsx'
import { UnsentView } from './unsent/unsent-view.tsx'
import { useStall } from './use-stall.ts'

const VIEWS = {
  'hand-out': HandOverView,
  sell: SellView,
  close: CloseView,
  notes: UnsentView,
}

const isView = (name: string): name is keyof typeof VIEWS => name in VIEWS

/** What the addresses of earlier days are called now. */
const MOVED: Readonly<Record<string, string>> = {
  ...{ 'hand-over': 'hand-out', cash: 'close', unsent: 'notes' },
}

function useView(): string {
  const hash = useHash()
  const [name = '', ...rest] = hash.split('/')
  const moved = MOVED[name]
  useEffect(() => {
    if (moved) replaceHash([moved, ...rest].join('/'))
  })
  return moved ?? name
}

export function StallPage() {
  const { isRead, phone, day } = useStall()
  const tab = useView()
  const shown = isView(tab) ? tab : 'hand-out'
  if (!isRead) return <p className="wrap py-6">Opening the stall…</p>
  if (tab === 'sign-in') return <Gate />
  if (tab === 'days') return <Gate key="days" isChoosing />
  const isOpen = phone?.grant && day
  // Without a day, what waits can still be seen, sent and saved as a file.
  if (!isOpen && shown !== 'notes') return <Gate />
  const View = VIEWS[shown]
  return (
    <>
      <Boundary part="stall part">
        <StallHeader />
      </Boundary>
      <Segments shown={shown} />
      <Boundary part="stall part">
        <QuietLine />
        <UnsavedLine />
      </Boundary>
      <main className="mx-auto max-w-xl px-3 pb-10">
        <Boundary key={shown} part="stall part">
          <View />
        </Boundary>
      </main>
    </>
  )
}
