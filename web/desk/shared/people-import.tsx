import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { newsletter } from '#contract/mail/newsletter.ts'
import type { ImportedPerson } from '#contract/mail/people-import.ts'
import type { Answered } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { capitalized } from '#web/ui/capitalized.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CardList, CardRow, RowText } from './card.tsx'
import type { DialogProps } from './dialog-at.tsx'
import { FileButton } from './file-input.tsx'
import { Notice } from './notice.tsx'
import { useChange } from './use-change.ts'

/** The most rows listed; the counts cover all. */
const MAX_LISTED = 200

type PeopleImportProps = DialogProps & {
  title: string
  description: string
  /** Who is imported: `subscribers`. */
  whom: string
  send: (body: InputOf<typeof newsletter.import>['body']) => Promise<List>
  refreshes: readonly Answered[]
}

type List = OutputOf<typeof newsletter.import>

/** Looks at a file first, and applies exactly what was looked at. */
export function PeopleImport(props: PeopleImportProps) {
  const { open, onClose, title, description, send } = props
  const look = useMutation({
    mutationFn: async (file: File) => {
      const csv = await readTextFile(file)
      return { csv, ...(await send({ csv })) }
    },
  })
  const apply = useApply(props)
  const counts = countRows(look.data?.rows ?? [])
  const news = counts.added + counts.unsubscribed
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
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
            {news === 0 ? 'Nothing to import' : `Import ${news === 1 ? '1 row' : `${news} rows`}`}
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
            {counts.added} new, {formatSome(counts.unsubscribed, 'unsubscribed')}
            {counts.unchanged} already here, {formatSome(counts['left-out'], 'left out')}
            {counts.refused} refused
          </p>
          <CardList className="empty:hidden">
            {look.data.rows
              .filter(({ outcome }) => outcome === 'refused' || outcome === 'left-out')
              .slice(0, MAX_LISTED)
              .map(({ row, who, outcome, message }) => (
                <CardRow key={row} className="px-4 py-2.5">
                  <RowText
                    title={`Row ${row} ${who}`}
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

function countRows(rows: readonly ImportedPerson[]) {
  const counts = { added: 0, unsubscribed: 0, unchanged: 0, 'left-out': 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

const formatSome = (many: number, what: string) => (many > 0 ? `${many} ${what}, ` : '')

type Seen = { csv: string; plan: string; rows: readonly ImportedPerson[] }

function useApply({ send, whom, refreshes, onClose }: PeopleImportProps) {
  return useChange({
    send: ({ csv, plan, rows }: Seen) =>
      send({
        csv,
        plan,
        apply: true,
        ...(countRows(rows).refused > 0 ? { skipRefused: true } : {}),
      }),
    done: ({ rows }) => {
      const { added, unsubscribed } = countRows(rows)
      return {
        title: `${capitalized(whom)} imported`,
        description: `${added} added${unsubscribed > 0 ? `, ${unsubscribed} kept as unsubscribed` : ''}.`,
      }
    },
    failed: 'Nothing was imported',
    refreshes,
    onDone: onClose,
  })
}

/**
 * A file's text as spreadsheets save it: UTF-8, UTF-16 with its byte order mark, or else Windows'
 * own encoding.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
