import type { ReactNode } from 'react'

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
