import { Badge } from '#web/ui/badge.tsx'

export function TestBadge() {
  return (
    <Badge variant="outline" className="tracking-wide max-sm:px-1.5 max-sm:py-0 max-sm:text-xs">
      TEST<span className="sr-only"> money only</span>
    </Badge>
  )
}
