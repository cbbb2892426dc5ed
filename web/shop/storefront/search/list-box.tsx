import type { ReactNode } from 'react'

export type SearchState = {
  query: string
  isOpen: boolean
  active: string | null
  isSent: boolean
}

type ListBoxProps = { id: string; height?: string; children: ReactNode }

/** A grid for screen readers. `height`: the most it may take, in CSS. */
export function ListBox({ id, height, children }: ListBoxProps) {
  return (
    <div
      style={{ maxHeight: height }}
      className="absolute top-full right-0 z-1 mt-2 w-full overflow-y-auto overscroll-contain rounded-2xl border border-straw bg-card raised lg:w-[26rem]"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the element to make a grid of.
        role="grid"
        id={id}
        aria-label="Matches"
        // A press keeps the focus in the field, and a phone's keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full"
      >
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function ListMessage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <tr>
      <td className="px-5 py-4 wrap-anywhere text-bark-deep">
        <p className="font-semibold text-soil">{text}</p>
        {children}
      </td>
    </tr>
  )
}
