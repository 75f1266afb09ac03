/** Names of the functions that the functions contract calls: whoever deploys them beforehand must know. */
export const contractCallables = [
  'echo',
  'who',
  'claims',
  'answer',
  'nothing',
  'refuse',
  'refuseAs',
  'fail',
  'unspeakable',
  'count',
  'hang',
  'parts',
  'partsThenRefuse',
  'partThenHang',
  'secondLook',
] as const;
