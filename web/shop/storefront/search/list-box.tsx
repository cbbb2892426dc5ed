import type { ReactNode } from 'react'

/** The box that opens under the search field, to screen readers a grid; `height` is the most it may take, in CSS terms. */
export function ListBox({ id, height, children }: { id: string; height?: string; children: ReactNode }) {
  return (
    <div
      style={{ maxHeight: height }}
      className="absolute top-full right-0 z-1 mt-2 w-full overflow-y-auto overscroll-contain rounded-2xl border border-straw bg-card shadow-[0_24px_40px_#2a21182e] lg:w-[26rem]"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the element to make a grid of.
        role="grid"
        id={id}
        aria-label="Matches"
        // A press keeps the focus in the field, and with it the keyboard of a phone.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full"
      >
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
