/** Placeholder of a panel that may be needed: what stands below it is not shown before that is known. */
export const ComingPanel = () => (
  <div>
    <div aria-busy="true" />
  </div>
);
