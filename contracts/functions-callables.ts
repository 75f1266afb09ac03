/** Names of the functions that the functions contract calls, for stages that deploy them beforehand. */
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
