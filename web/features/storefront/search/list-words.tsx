import type { ReactNode } from 'react'

/** A row of words where matches would stand, and what may be done about it. */
export function ListWords({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <tr>
      <td className="px-5 py-4 wrap-anywhere text-bark-deep">
        <p className="font-semibold text-soil">{words}</p>
        {children}
      </td>
    </tr>
  )
}
