import { Badge } from '#web/ui/badge.tsx'

export function TestBadge() {
  return (
    <Badge variant="outline" className="px-1.5 py-0 text-xs tracking-wide">
      TEST<span className="sr-only"> money only</span>
    </Badge>
  )
}
