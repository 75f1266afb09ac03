/** Headers of a table with a column for each weekday. */
import { weekdays } from './calendar-dates.ts';

export const WeekdaysHead = () => (
  <thead>
    <tr>
      {weekdays.map(({ short, long }) => (
        <th key={short} scope="col" abbr={long}>
          {short}
        </th>
      ))}
    </tr>
  </thead>
);
