import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {startSearch} from './manual-search.ts';
import {chooseAppearance} from './panel/appearance.ts';

followLanguage();
followNavigation();
chooseAppearance();
startSearch();
