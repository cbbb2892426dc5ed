import type { ReactNode } from 'react'

export function ActBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-(--foot-bar,0px) z-10 -mx-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-straw bg-paper px-3 py-2 empty:hidden">
      {children}
    </div>
  )
}
