import { type ReactNode, useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { formatNumbers } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { LabelList } from '#contract/packing/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { CARD } from '../shared/card.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { dayList } from './day-list.tsx'
import { formatListDay, type ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

const PAPERS = {
  letter: { label: 'Letter paper, 10 large ones to cut', perSheet: 10 },
  'sheet-30': { label: 'Label sheet, 30 of 1 × 2⅝ in', perSheet: 30 },
  'roll-62': { label: 'Label roll, 2.4 in (62 mm) wide', perSheet: 1 },
} as const

type Paper = keyof typeof PAPERS

export const LabelsView = dayList({
  name: 'labels',
  part: 'labels',
  Shown: Labels,
  ask: (request) => query(packing.labels.show, request),
  empty: 'There are no boxes for this day yet.',
})

function Labels({ list, request }: { list: LabelList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const [paper, setPaper] = useState<Paper>('letter')
  const { length } = list.labels
  const labels = list.labels.map((label) => (
    <BoxLabel key={`${label.orderId} ${label.box}`} label={label} day={request.params.day} />
  ))
  const onPaper = (
    <LabelSheets paper={paper} perSheet={PAPERS[paper].perSheet}>
      {labels}
    </LabelSheets>
  )
  return (
    <>
      <ListTools
        text={length === 1 ? '1 label' : `${length} labels`}
        file={packing.labels.export}
        request={request}
        onPrint={() => print('labels', onPaper)}
      />
      <div className="mb-4 sm:w-96">
        <ToolSelect
          label="Print on"
          value={paper}
          options={keysOf(PAPERS).map((key) => [key, PAPERS[key].label])}
          onChoose={(key) => setPaper(keysOf(PAPERS).find((one) => one === key) ?? paper)}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{labels}</div>
      {sheet}
    </>
  )
}

type LabelSheetsProps = { paper: Paper; perSheet: number; children: readonly ReactNode[] }

/** Separate sheets: each label must land where the paper has one. */
function LabelSheets({ paper, perSheet, children }: LabelSheetsProps) {
  const sheets = Array.from({ length: Math.ceil(children.length / perSheet) }, (_, index) => index)
  return sheets.map((index) => (
    <div key={index} className="print-labels" data-paper={paper}>
      {children.slice(index * perSheet, (index + 1) * perSheet)}
    </div>
  ))
}

type Label = LabelList['labels'][number]

function BoxLabel({ label, day }: { label: Label; day: string }) {
  return (
    <div className={`${CARD} print-label p-4 wrap-anywhere`}>
      <p className="flex items-baseline justify-between gap-2">
        <strong className="text-3xl tabular-nums">#{label.orderId}</strong>
        <span className="font-semibold whitespace-nowrap">
          {label.box} of {label.boxes}
        </span>
      </p>
      <p className="print-label-name text-lg font-semibold">
        {label.pickupName ?? label.shortName}
      </p>
      <p className="print-label-place">
        {label.placeName} · {formatListDay(day)}
      </p>
      {label.packedWith && <p className="font-semibold">with {formatNumbers(label.packedWith)}</p>}
      <p>
        {label.isCold && <b>{label.boxes === 1 ? 'COLD' : 'PART COLD'}</b>}
        {label.isCold && label.isGift && ' · '}
        {label.isGift && (label.giftTo ? `gift for ${label.giftTo}` : 'gift')}
      </p>
    </div>
  )
}
