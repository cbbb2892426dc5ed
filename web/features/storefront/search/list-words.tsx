import type { ReactNode } from 'react'

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
