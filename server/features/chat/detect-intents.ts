export type Intent = keyof typeof PATTERNS

const place =
  '(?:you|u|ya|the (?:farm|market|stall|shop|store|stand|farmers market)|market|farm|stand|stall|store|located)'

/** What each wish sounds like; a question about allergens is the contract's to tell, since the search box hears it as well. They are read on a heard line: small letters, no marks, ` |` where a new part begins. */
const PATTERNS = {
  greeting:
    /^(?:hi|hello|hey|hola|howdy|greetings|good (?:morning|afternoon|evening|day)|buenos dias|yo)\b/,
  thanks:
    /\b(?:thanks|thank (?:you|u)|thx|ty|gracias|appreciate it|bye|goodbye|see you|have a (?:good|nice|great))\b/,
  abilities:
    /\bwhat (?:can|do|could) (?:you|u|i) (?:do|help|ask|know)\b|\b(?:who|what) (?:are|r) (?:you|u)\b|\bare you (?:a |an )?(?:bot|robot|human|real|person|ai|machine|computer)|\bhow (?:does this|do you) work|^help(?: me)?$|\bneed help\b/,
  human:
    /\b(?:phone|telephone|call you|call|e ?mail|mail address|contact|reach (?:you|someone|the farmer)|(?:talk|speak|chat) (?:to|with)|real (?:person|human)|a human|in touch)\b/,
  hours:
    /\b(?:hours?|schedule|horario|what time|which days?|what days?|how late|how early|until when|(?:are|r) (?:you|u|ya|the market|the stall) (?:\w+ )?open|(?:you|u|market|stall|stand|shop|store) (?:\w+ )?(?:open|close)s?|open(?:ing|s)?|clos(?:e|es|ing)|(?:next )?market days?|next market|when (?:is|are|can i (?:visit|come)) (?:the )?(?:market|stall|farmers market|you (?:there|at)))\b/,
  place: new RegExp(
    `\\bwhere\\b(?:'s)?[^|]*\\b(?:${place}|find|locat\\w*)\\b(?! come from)|\\b(?:address|location|directions?|locat(?:ed|ion)|how (?:do|can) i (?:get to|find) (?:you|u|the|there)|map|donde esta)\\b|\\bwhich (?:town|city)\\b`,
  ),
  pickup:
    /\b(?:pick(?:ed|ing)? ?(?:\w+ ){0,3}up|pickup|collect(?:ing)?|come (?:and )?get (?:it|my|them)|get (?:it|my (?:order|stuff|things)) (?:at|on|from)|when (?:will|is) (?:my order|it) (?:be )?ready)\b/,
  delivery:
    /\b(?:deliver(?:s|y|ed|ies|ing)?|ship(?:s|ping|ped)?|bring (?:it|them|my order) to|drop (?:it )?off|to my (?:house|door|home|place)|courier|post it|mail (?:it|them)|minimum)\b/,
  payment:
    /\b(?:pay(?:s|ing|ment|ments)?|cash|credit cards?|debit|(?:take|accept) (?:cards?|credit)|visa|mastercard|amex|apple pay|google pay|(?<!gift )cards?|secure)\b/,
  newest:
    /\b(?:what(?: is|'s|s)? (?:\w+ )?new|anything new|new (?:this|today|stuff|things|in|products?|items?|arrivals?)|newest|latest|just (?:came|arrived|added|in)|new arrivals)\b/,
  low: /\b(?:almost (?:gone|out|sold)|nearly (?:gone|out|sold)|running (?:low|out)|low (?:stock|on|in)|going fast|only a few|(?:what|which|anything)[^|]* (?:selling out|last ones|few left)|last (?:few|ones)|hurry)\b/,
  soldOut:
    /\b(?:what|which|anything|everything|products?|items?)\b[^|]*\b(?:sold out|out of stock|gone)\b/,
  assortment:
    /\b(?:what (?:all )?(?:do|have|did|are|r|can|kinds?|products?|items?|else|stuff|things)? ?(?:of \w+ )?(?:do )?(?:you|u|ya|i|we)? ?(?:guys )?(?:have|got|sell|selling|offer|carry|grow|buy|order|make)\b(?! in)|what(?: is|'s|s)? (?:available|fresh|in (?:stock|season)|for sale|good|on (?:the|your) (?:stall|list|menu)|there)|(?:product|price) list|your (?:products|menu|selection|assortment|catalog)|menu|catalog|list of|show me (?:what|everything|all)|everything you (?:have|sell)|que (?:tienen|venden))\b/,
  price:
    /\b(?:how (?:much|many (?:dollars?|bucks))|price[sd]?|pricing|costs?|expensive|charge|what (?:would|will|do|does) [^|]*(?:run me|set me back|come to|go for)|going for|dollars?|usd|precio|cuanto|(?:per|a) (?:pound|lb|dozen|bunch|jar|bag)|what do you (?:want|ask) for|total|rates?)\b/,
  cheapest:
    /\b(?:cheap(?:est|er)?|least expensive|lowest price|most affordable|inexpensive|budget)\b/,
  dearest: /\b(?:most expensive|priciest|dearest|highest price)\b/,
  under:
    /\b(?:(?:under|less than|below|cheaper than|for|with|up to|within|only have|have) (\d{1,4}) (?:dollars?|bucks?|usd)|(?:under|less than|below) (\d{1,4})$)/,
  availability:
    /\b(?:have|has|got|any|available|availability|in stock|left|sell|selling|carry|stock|still|remaining|is there|are there|can (?:i|we) (?:buy|get|order|have)|tienen|hay|venden|how many|enough|need|want|looking for|like|back|again|sold out|in season|order|buy|reserve|find)\b/,
  about:
    /\b(?:what(?: is|'s|s)? (?:\w+ )?in (?:the|your|it|them|that)|made (?:of|from|with|by)|ingredients?|contains?|tell me (?:more )?about|describe|description|what (?:is|are) (?:the|your|a|in)|what(?:'s|s) (?:the|your|a) \w+ (?:like|made)|how (?:big|large|heavy|spicy|hot|old|many (?:eggs|bagels|are|come)|much (?:is in|does (?:it|a|the|one) weigh))|taste|spicy|size|weigh|weight|sour|sweet|raw|pasteurized|difference)\b/,
  keeping:
    /\b(?:keeps?|stor(?:e|ed|ing|age) (?!hours)|fridge|refrigerat\w*|freez(?:e|er|ing)|frozen|shelf life|go(?:es)? bad|spoil|how long (?:do|does|will|can|are|is)|stay fresh|last in)\b/,
  recipes:
    /\b(?:recipes?|how (?:do|can|should|would) (?:i|you|we) (?:make|cook|bake|use|prepare|eat|roast|serve)|cook(?:ing)?)\b/,
  order:
    /\b(?:(?:my|the|an|this|our) order\b(?! (?:online|now))|order (?:status|number|no|#|\d+)|track(?:ing)?|status of|order went|has it shipped|where is it|did (?:my|the) order|confirmation|receipt)\b/,
  trouble:
    /\b(?:cancel(?:led|ling)?|refund(?:s|ed)?|return(?:s|ed)? (?!to)|money back|give back|exchange|complain\w*|broken|cracked|spoiled|rotten|bad when|went bad|missing|wrong (?:order|item|thing)|change my order|forgot to|mistake|damaged|not happy)\b/,
  newsletter:
    /\b(?:newsletter|subscri\w*|mailing list|(?:email|weekly) (?:list|updates?|letter)|unsubscribe)\b/,
  story:
    /\b(?:who (?:runs|owns|grows|makes)|your (?:story|farm|history)|about (?:you|the farm|your farm|yourselves)|tell me about (?:you|the farm)|family (?:farm|run))\b/,
  ordering:
    /\bhow (?:do|can|does|would|should) (?:i|we|one|it|ordering|somebody)? ?(?:order|buy|shop|purchase|checkout|ordering|place)\b|\bhow to (?:order|buy)\b|\bplace an order\b|\border (?:online|ahead|in advance|now)\b|\bcheckout\b|\b(?:need|have) an account\b/,
} as const

export function detectIntents(line: string): Set<Intent> {
  const names = Object.keys(PATTERNS) as Intent[]
  return new Set(names.filter((name) => PATTERNS[name].test(line)))
}

/** The dollars a visitor wants to stay under, null when none are named. */
export function budgetIn(line: string): number | null {
  const [, named, bare] = PATTERNS.under.exec(line) ?? []
  const dollars = named ?? bare
  return dollars ? Number(dollars) : null
}
