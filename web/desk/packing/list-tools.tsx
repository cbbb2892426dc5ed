import { FileDown, Printer } from 'lucide-react'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { queryString } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { useListener } from '#web/ui/use-listener.ts'
import type { ListRequest } from './list-address.ts'

type ListToolsProps = {
  text: string
  /** The same as a fraction, 0 to 1; absent when there is nothing to check off. */
  part?: number
  file: Endpoint
  request: ListRequest
  onPrint: () => void
  busy?: boolean
}

export function ListTools({ text, part, file, request, onPrint, busy = false }: ListToolsProps) {
  const { params, query } = request
  usePrintKey(onPrint)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
      <p role="status" className="mr-auto font-semibold">
        {text}
      </p>
      <Button variant="plain" size="sm" busy={busy} onClick={onPrint}>
        {!busy && <Printer aria-hidden="true" className="size-5" />}
        Print
      </Button>
      <a
        href={pathOf(file.path, params) + queryString(query)}
        download
        className={buttonLook({ variant: 'plain', size: 'sm' })}
      >
        <FileDown aria-hidden="true" className="size-5" />
        <span>
          <span className="max-sm:sr-only">Save as </span>CSV
        </span>
      </a>
      {part !== undefined && (
        <span aria-hidden="true" className="h-1.5 w-full rounded-full bg-straw">
          <span className="block h-full rounded-full bg-leaf" style={{ width: `${part * 100}%` }} />
        </span>
      )}
    </div>
  )
}

/** Ctrl+P prints the list, too, not the page around it. */
function usePrintKey(print: () => void): void {
  useListener('keydown', (event) => {
    if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    print()
  })
}
