import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ImportedSubscriber, newsletter } from '#contract/mail/newsletter.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FileButton } from '../shared/file-input.tsx'
import { Notice } from '../shared/notice.tsx'
import { readTextFile } from '../shared/read-text-file.ts'
import { useChange } from '../shared/use-change.ts'

/** The most rows listed; the counts cover all. */
const MAX_LISTED = 200

/** Looks at a file first, and applies exactly what was looked at. */
export function SubscriberImport({ open, onClose }: DialogProps) {
  const look = useMutation({
    mutationFn: async (file: File) => {
      const csv = await readTextFile(file)
      return { csv, ...(await call(newsletter.import, { body: { csv } })) }
    },
  })
  const apply = useApply(onClose)
  const counts = countRows(look.data?.rows ?? [])
  const news = counts.added + counts.unsubscribed
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import subscribers"
      description="From a CSV file of your last newsletter, with the date when each signed up. Who left or never confirmed gets no letters here either."
      shape="wide"
      footer={
        look.data && (
          <Button
            size="lg"
            className="w-full"
            disabled={news === 0}
            busy={apply.isPending}
            onClick={() => look.data && apply.mutate(look.data)}
          >
            {news === 0
              ? 'Nothing to import'
              : `Import ${news === 1 ? '1 address' : `${news} addresses`}`}
          </Button>
        )
      }
    >
      <FileButton
        icon={<FileUp aria-hidden="true" className="size-5" />}
        text={look.data ? 'Choose another file' : 'Choose CSV file'}
        accept=".csv,text/csv,.txt"
        disabled={look.isPending}
        onFile={(file) => look.mutate(file)}
      />
      {look.error && (
        <Notice tone="failure" role="alert" className="mt-4">
          {sentenceOf(look.error)}
        </Notice>
      )}
      {look.data && (
        <>
          <p role="status" className="my-4 font-semibold">
            {counts.added} new, {counts.unsubscribed} unsubscribed, {counts.unchanged} already here,{' '}
            {counts['left-out']} left out, {counts.refused} refused
          </p>
          <CardList className="empty:hidden">
            {look.data.rows
              .filter(({ outcome }) => outcome === 'refused' || outcome === 'left-out')
              .slice(0, MAX_LISTED)
              .map(({ row, email, outcome, message }) => (
                <CardRow key={row} className="px-4 py-2.5">
                  <RowText
                    title={`Row ${row} ${email}`}
                    note={message}
                    {...(outcome === 'refused' ? { noteLook: 'font-semibold text-beet!' } : {})}
                  />
                </CardRow>
              ))}
          </CardList>
        </>
      )}
    </Dialog>
  )
}

function countRows(rows: readonly ImportedSubscriber[]) {
  const counts = { added: 0, unsubscribed: 0, unchanged: 0, 'left-out': 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

type Seen = { csv: string; plan: string; rows: readonly ImportedSubscriber[] }

function useApply(onDone: () => void) {
  return useChange({
    send: ({ csv, plan, rows }: Seen) =>
      call(newsletter.import, {
        body: {
          csv,
          plan,
          apply: true,
          ...(countRows(rows).refused > 0 ? { skipRefused: true } : {}),
        },
      }),
    done: ({ rows }) => {
      const { added, unsubscribed } = countRows(rows)
      return {
        title: 'Subscribers imported',
        description: `${added} added, ${unsubscribed} kept as unsubscribed.`,
      }
    },
    failed: 'Nothing was imported',
    refreshes: [newsletter.subscribers],
    onDone,
  })
}
