import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';

followLanguage();
followNavigation();
chooseAppearance();
