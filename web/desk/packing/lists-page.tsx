import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { packing } from '#contract/packing/packing.ts'
import { query } from '#web/api/call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { ListEmpty, QueryPage } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { ToolSelect } from '../shared/toolbar.tsx'
import { ViewLinks } from '../shared/view-links.tsx'
import { BringView } from './bring-view.tsx'
import { DeliveryView } from './delivery-view.tsx'
import { HandOverView } from './hand-over-view.tsx'
import { BakeView, HarvestView } from './harvest-view.tsx'
import {
  formatListDay,
  hashOf,
  LISTS,
  type ListAddress,
  type ListDays,
  type ListName,
  type ListRequest,
  readAddress,
  requestOf,
} from './list-address.ts'
import { LabelsView, PackView } from './pack-view.tsx'

const VIEWS: Record<ListName, ComponentType<{ request: ListRequest }>> = {
  harvest: HarvestView,
  bring: BringView,
  bake: BakeView,
  pack: PackView,
  labels: LabelsView,
  'hand-over': HandOverView,
  delivery: DeliveryView,
}

export function ListsPage() {
  return (
    <QueryPage what="the days" query={useQuery(query(packing.days))}>
      {(days) => <DayLists days={days} />}
    </QueryPage>
  )
}

function DayLists({ days }: { days: ListDays }) {
  const isHelper = useIsHelper()
  const read = readAddress(useHash(), days)
  if (!read) return <ListEmpty text="There is no market day to make lists for yet." />
  const isClosed = isHelper && OF_FARMER.includes(read.list)
  const address: ListAddress = isClosed ? { ...read, list: 'harvest' } : read
  const View = VIEWS[address.list]
  return (
    <>
      <DayChoice address={address} days={days} />
      <ViewLinks
        label="Lists"
        views={LISTS.filter(({ name }) => !isHelper || !OF_FARMER.includes(name)).map(
          ({ name, label }) => [hashOf({ ...address, list: name }), label],
        )}
        here={hashOf(address)}
      />
      <View key={`${address.day} ${address.place}`} request={requestOf(address)} />
    </>
  )
}

function DayChoice({ address, days }: { address: ListAddress; days: ListDays }) {
  const shown = days.days.map(({ day }) => day)
  if (days.withoutDay > 0) shown.push(WITHOUT_DAY)
  if (!shown.includes(address.day)) shown.unshift(address.day)
  const places = days.days.find(({ day }) => day === address.day)?.places ?? []
  return (
    <div
      className={classNames(
        'mb-4 grid gap-3',
        places.length > 1 && 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]',
      )}
    >
      <ToolSelect
        label="Day"
        value={address.day}
        options={shown.map((day) => [day, formatListDay(day)])}
        onChoose={(day) => goToHash(hashOf({ ...address, day, place: '' }))}
      />
      {places.length > 1 && (
        <ToolSelect
          label="Place"
          value={address.place}
          options={[['', 'All places'], ...places.map(({ key, name }) => [key, name] as const)]}
          onChoose={(place) => goToHash(hashOf({ ...address, place }))}
        />
      )}
    </div>
  )
}

/** A helper may not read these, so they get no link. */
const OF_FARMER: readonly ListName[] = ['bring', 'delivery']
