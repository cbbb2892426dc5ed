import type { PageLink } from '#contract/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { FAILED_TO_LOAD } from '../product-states.tsx'
import { ListMessage } from './list-message.tsx'

type FailedMatchesProps = { cell: string; isHere: boolean; onRetry: () => unknown; isRetrying: boolean }

export function FailedMatches({ cell, isHere, onRetry, isRetrying }: FailedMatchesProps) {
  return (
    <ListMessage text={FAILED_TO_LOAD}>
      <Button
        id={cell}
        tabIndex={-1}
        data-here={isHere || undefined}
        variant="quiet"
        busy={isRetrying}
        onClick={() => void onRetry()}
        className="mt-3"
      >
        Try again
      </Button>
    </ListMessage>
  )
}

type AllergenMatchProps = { text: string; page: PageLink | null; cell: string; isHere: boolean; onOpen: () => void }

export function AllergenMatch({ text, page, cell, isHere, onOpen }: AllergenMatchProps) {
  return (
    <ListMessage text={text}>
      {page && (
        <a
          id={cell}
          href={`/pages/${page.slug}`}
          tabIndex={-1}
          onClick={onOpen}
          data-here={isHere || undefined}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere"
        >
          {page.title}
        </a>
      )}
    </ListMessage>
  )
}

export function NoMatches({ text }: { text: string }) {
  return (
    <ListMessage text={text}>
      <p className="text-[0.9375rem]">Try a shorter word, or press Enter to see everything.</p>
    </ListMessage>
  )
}
