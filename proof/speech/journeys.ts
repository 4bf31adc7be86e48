// The journeys of the screen reader, for `run.ts`. Add a journey or a step to `journeys`, and write its transcripts
// with `--update`.
export type Language = 'da' | 'en';

export type PageName = 'dashboard' | 'calendar' | 'companies' | 'deadlines' | 'forms' | 'form' | 'editorial';

/** A person's goal, and the keys for it. A key has its name in xdotool. `type` is followed by a text, and `load` by a key that loads a page. */
export interface Step {
  readonly goal: string;
  readonly keys: readonly string[];
}

/** A journey through a page by keyboard and screen reader. `KP_Add` makes Orca read the rest of the page. */
export interface Journey {
  readonly name: string;
  readonly title: string;
  readonly page: PageName;
  readonly steps: readonly Step[];
}

const times = (count: number, key: string): string[] => Array.from({length: count}, () => key);

export const journeys: readonly Journey[] = [
  {
    name: 'dashboard',
    title: 'Dashboard: apps',
    page: 'dashboard',
    steps: [
      {goal: 'Read the page', keys: ['KP_Add']},
      {goal: 'Begin to arrange the apps', keys: ['ctrl+Home', 'Tab', 'Return']},
      {goal: 'Go to the first switch', keys: times(4, 'Tab')},
      {goal: 'Hide an app, and undo that', keys: ['space', 'ctrl+z']},
      {goal: 'Show another app', keys: [...times(5, 'Tab'), 'space']},
      {goal: 'Undo with the button', keys: ['Tab', 'Return']},
    ],
  },
  {
    name: 'dashboard-order',
    title: 'Dashboard: order',
    page: 'dashboard',
    steps: [
      {goal: 'Begin to change the order', keys: ['Tab', 'Return']},
      {goal: 'Take the first app, and put it back', keys: ['Tab', 'space', 'Escape']},
      {goal: 'Move it with its buttons', keys: ['Tab', 'Tab', 'space']},
      {goal: 'Undo', keys: ['ctrl+z']},
      {goal: 'End', keys: [...times(3, 'shift+Tab'), 'space']},
    ],
  },
  {
    name: 'calendar-month',
    title: 'Calendar: month',
    page: 'calendar',
    steps: [
      {goal: 'Go through the controls to the month', keys: [...times(2, 'h'), ...times(8, 'Tab')]},
      {goal: 'Go from day to day', keys: ['Right', 'Right', 'Down', 'Up', 'Left', 'End', 'Home']},
      {
        goal: 'Go to the last deadline, and from month to month',
        keys: ['ctrl+End', 'Page_Down', 'Page_Up', 'shift+Page_Down', 'shift+Page_Up'],
      },
      {goal: 'Open a day without deadlines', keys: ['Up', 'Return', 'Escape']},
      {goal: 'Turn the month with a button', keys: [...times(7, 'shift+Tab'), 'Return', 'Return']},
    ],
  },
  {
    name: 'calendar-deadline',
    title: 'Calendar: a deadline',
    page: 'calendar',
    steps: [
      {goal: 'Go to the first deadline of the month', keys: ['t', 'Tab', 'ctrl+Home']},
      {goal: 'Open a day with two deadlines', keys: ['ctrl+End', 'Up', 'Right', 'Right', 'Return']},
      {goal: 'Open the first of them, and read it', keys: ['Tab', 'Tab', 'Return', 'KP_Add']},
      {goal: 'Mark it as done, and undo that', keys: [...times(6, 'Tab'), 'Return', 'ctrl+z']},
      {goal: 'Mark it as unread, and undo that', keys: ['Tab', 'Return', 'ctrl+z']},
      {goal: 'Hide it, and undo that', keys: ['Tab', 'Return', 'ctrl+z']},
      {goal: 'Open the day again, and close it', keys: ['Return', 'Escape']},
    ],
  },
  {
    name: 'calendar-list',
    title: 'Calendar: list',
    page: 'calendar',
    steps: [
      {goal: 'Show the list', keys: ['h', 'h', ...times(3, 'Tab'), 'space']},
      {goal: 'Go through its headings', keys: times(4, 'h')},
      {goal: 'Open the next deadline', keys: ['Tab', 'Return', 'Escape']},
    ],
  },
  {
    name: 'calendar-filter',
    title: 'Calendar: filter and year',
    page: 'calendar',
    steps: [
      {goal: 'Open the filter', keys: ['t', 'shift+Tab', 'shift+Tab', 'space']},
      {goal: 'Show next week only', keys: [...times(3, 'Tab'), 'space', 'space']},
      {goal: 'Choose an authority', keys: ['Tab', 'Down', 'Down']},
      {goal: 'Show the unread deadlines only', keys: ['Tab', 'Tab', 'space', 'space']},
      {goal: 'Close the filter', keys: [...times(6, 'shift+Tab'), 'space']},
      {goal: 'Show the year', keys: ['shift+Tab', 'space', ...times(3, 'Tab')]},
      {goal: 'Open the next month', keys: ['b', 'Return']},
    ],
  },
  {
    name: 'calendar-link',
    title: 'Calendar: get the deadlines in another calendar',
    page: 'calendar',
    steps: [
      {goal: 'Open the dialog', keys: ['t', 'shift+Tab', 'Return']},
      {goal: 'Go to the link', keys: times(11, 'Tab')},
      {goal: 'Name and create it', keys: ['type Kontor', 'Tab', 'Return']},
      {goal: 'Choose a reminder', keys: ['shift+Tab', 'shift+Tab', 'Down']},
      {goal: 'Copy the link', keys: ['Tab', 'Tab', 'Return']},
      {goal: 'Read the steps for another calendar', keys: [...times(5, 'Tab'), 'Return']},
      {goal: 'Stop the link', keys: [...times(10, 'shift+Tab'), 'Return', 'Tab', 'Return']},
    ],
  },
  {
    name: 'calendar-mails',
    title: 'Calendar: mails before deadlines',
    page: 'calendar',
    steps: [
      {goal: 'Open the dialog', keys: ['t', 'shift+Tab', 'Return']},
      {goal: 'Type the address', keys: ['Tab', 'Tab', 'type bo@example.dk']},
      {goal: 'Choose a day', keys: ['Tab', 'Tab', 'space']},
      {goal: 'Get mails', keys: [...times(6, 'Tab'), 'Return']},
      {goal: 'Type a wrong code', keys: ['Tab', 'Tab', 'type 000000', 'Return']},
      {goal: 'Confirm it again with the button', keys: ['Tab', 'Tab', 'Return']},
      {goal: 'Change the address instead', keys: [...times(3, 'Tab'), 'Return']},
      {goal: 'Stop the mails', keys: [...times(9, 'Tab'), 'Return']},
    ],
  },
  {
    name: 'calendar-companies',
    title: 'Calendar: a deadline of several companies',
    page: 'companies',
    steps: [
      {
        goal: 'Go to a deadline of the next month',
        keys: ['t', 'Tab', 'Page_Down', 'ctrl+Home', 'Down', 'Right', 'Right'],
      },
      {goal: 'Open it, and read it', keys: ['Return', 'KP_Add']},
      {
        goal: 'Choose the first company, and mark its deadline as done',
        keys: [...times(5, 'Tab'), 'space', ...times(4, 'Tab'), 'Return'],
      },
      {goal: 'Undo that', keys: ['ctrl+z']},
      {goal: 'Close it', keys: ['Escape']},
    ],
  },
  {
    name: 'deadlines',
    title: 'Next deadlines',
    page: 'deadlines',
    steps: [
      {goal: 'Read the page', keys: ['KP_Add']},
      {goal: 'Open the first deadline in the calendar', keys: ['ctrl+Home', 'Tab', 'load Return', 'KP_Add']},
    ],
  },
  {
    name: 'forms',
    title: 'Find and read a form',
    page: 'forms',
    steps: [
      {goal: 'Read the page', keys: ['ctrl+Home', 'KP_Add']},
      {goal: 'Search, and go to the form', keys: ['ctrl+Home', 'Tab', 'type grav', ...times(3, 'Tab')]},
      {goal: 'Open the form, and read it', keys: ['load Return', 'KP_Add']},
    ],
  },
  {
    name: 'editorial',
    title: 'Editors: keywords of a form',
    page: 'editorial',
    steps: [
      {goal: 'Read the page', keys: ['ctrl+Home', 'KP_Add']},
      {
        goal: 'Use the first suggestion, and undo that',
        keys: ['ctrl+Home', ...times(8, 'Tab'), 'Return', 'ctrl+z'],
      },
      {
        goal: 'Use it again with the button that undoes, and undo that',
        keys: ['shift+Tab', 'Return', 'ctrl+z'],
      },
      {goal: 'Edit the keywords', keys: ['Return', 'type jord']},
      {goal: 'Go to the date of publication, and save', keys: ['Tab', 'Return']},
      {goal: 'Find nothing', keys: ['ctrl+Home', ...times(4, 'Tab'), 'type xyz']},
    ],
  },
];

/** The names of keys in xdotool, by what they type. Letters and digits are their own names. */
const keyNames: Readonly<Record<string, string>> = {'@': 'at', '.': 'period'};

/** Returns the keys for an item of a step's `keys`, and whether they load a page. */
export function parseKeys(pressed: string): {keys: readonly string[]; isLoad: boolean} {
  const [, word, rest = ''] = /^(type|load) (.+)$/.exec(pressed) ?? [];
  if (word === 'type') return {keys: Array.from(rest, typed => keyNames[typed] ?? typed), isLoad: false};
  return word === 'load' ? {keys: [rest], isLoad: true} : {keys: [pressed], isLoad: false};
}
