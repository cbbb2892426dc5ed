/** Notation: `match-phrases.ts`; `@` is an allergen. When in doubt, a phrase counts. */
export const ALLERGEN_PHRASES = {
  always: `allerg*/intoleran*/anaphyla*/epipen/epipens/celiac*/coeliac*
    gluten/lactose/vegan/vegans/vegetarian/vegetarians`,
  /** Along with an allergen, these make a line a question about it. */
  joined: `contain*/contaminat*/trace/traces/cross/facility/equipment
    avoid*/sans/minus/exclud*/lack*/friendly/suitable/tolerat*/digest*/sensitiv*
    react/reacts/reaction/reactions/reacted/reacting/hives/rash/itch/itchy/swell*/sick/ill
    safe/safely/unsafe/danger*
    @ (and/or ANY) free/fre/less !{not-free}
    free of/from [any/all/the/both] [ANY and/or/|] @
    @ (is/are) (also/used/present/hidden) in it/them/this/that/those/these/there !{shop}
    {is-there} (ANY) (ANY) @ (is/are) (also/used/present/hidden) in !{place} ANY
    !who has !the/my/your/our (ANY) (ANY) @
    !{buyer} have [any/some/a/tree/raw/added] @
    includ* (any/some) @
    {made} (it/them) {with} (ANY) (ANY) @
    you/they/it/ya/u/farmer use/uses (any/some) @
    {thing} (else) with (any/some) @
    what/which !go* (ANY) (ANY) (ANY) (else) with (any/some) @
    {trouble} with/eating/digesting @, difficult* with/eating/digesting @
    @ {trouble}, @ sensitivit*
    @ (is/are/as) (a/an) ingredient/ingredients/used
    @ (is/are/as) one of the ingredient/ingredients/used
    {leave-out} [the/all] @
    eat [ANY/|] if [ANY/|] @
    @ make/makes/made me/him/her/them ANY/|/@
    @ make/makes/made my ANY ANY/|/@`,
  without: '{not} [{between}] (ANY and/or) @',
  /** Asks if it is sold out, not to avoid it. */
  soldOut: `START [so/oh/why/again] (is/are there) (there is/are) (theres) no @ {now}
    START [so/oh/why/again] (is/are there) (there is/are) (theres) not any @ {now}
    you/u/ya/we {have-not} (have/got/sell/carry) (any) @ ({now}) END
    START (why) dont/havent/do you/u/ya (not) (have/got/sell/carry) (any) @ ({now}) END`,
  inARow: '{allergen} [[|/and/or/nor/plus/also/either] {allergen}]',
} as const

export const GROUPS = {
  allergen:
    '(tree/whole/raw) @ [seed/seeds/oil/flour/powder/protein/product/products/based/butter]',
  'not-free': 'rang*/roam*/run/pickup/delivery/shipping/sample/samples',
  shop: 'shop/store/market/season',
  'is-there': 'any/some/is/are/there/theres/has/have/with/much/put/use/does/got/find',
  place: `stock/season/town/bulk/time/my/advance/hot/here/there/yet/now/edgemont/custer
    winter/summer/spring/fall/autumn, the/your/a/this/our {shop-part}`,
  'shop-part': `shop/store/market/stall/stand/fridge/freezer/refrigerator/pantry/oven/pan/cart
    order/carton/box/bag/pack/dozen/half/morning/evening/afternoon/winter/summer/spring/fall
    picture/photo`,
  buyer: `START/|/@/you/u/ya/yall/we/i/guys/to/can/could/may/will/would/should/do/did/shall/must
    please/ever/still/and/dont/didnt/havent/not`,
  made: `made/make/makes/baked/bake/cooked/fried/processed/prepared/mixed/coated/topped/sprinkled`,
  with: 'with/of/from/using/alongside/near/on, next to',
  thing: `anything/something/everything/stuff/thing/things/product/products/item/items/one/ones`,
  trouble: 'problem/problems/issue/issues/trouble/troubles',
  'leave-out': `away from, clear of, im/am/is/are/shes/hes/was off, cut/cutting out
    gave/give/giving up, quit/skip/remove, hold the, leave out`,
  not: `without/no/non/not/zero/never/nothing/none/neither/nor/cannot/unable
    isnt/arent/dont/doesnt/didnt/cant/wont/shouldnt/couldnt/wouldnt/mustnt/hasnt/havent/aint`,
  between: `any/a/an/have/has/had/having/eat/eats/eating/drink/consume/contain/with/use/using/made
    from/of/in/include/includes/want/like/need/do/does/got/take/handle/stomach/put/add/added
    tree/raw/some/real/to/be/being/allowed/able/supposed/even/touch/come/near`,
  'have-not': 'do/did/have not, dont/didnt/havent, have/got no',
  now: `left/today/available/yet/now/more/again/tomorrow/anymore, in stock, any more, this week
    at (the) market, on saturday`,
} as const

export const CORRECTED = `allergy allergies allergic allergen allergens
  contain contains containing contained without intolerant intolerance
  celiac coeliac sensitive sensitivity avoid avoids avoiding traces gluten lactose vegan vegetarian`

export const BARE = `@ | free fre from of less no non not without zero any and or please only all
  product products food foods stuff vegan vegetarian`
