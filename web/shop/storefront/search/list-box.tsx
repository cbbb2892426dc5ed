import type { ReactNode } from 'react'

export type SearchState = {
  query: string
  isOpen: boolean
  /** The id of the cell that the keyboard is at. */
  active: string | null
  /** The words were sent and not changed since: the list makes room for where they led. */
  isSent: boolean
}

type ListBoxProps = { id: string; height?: string; children: ReactNode }

/**
 * The box that opens under the search field, to screen readers a grid; `height` is the most it may take, in CSS terms.
 */
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
        // A press keeps the focus in the field, and with it the keyboard of a phone.
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
